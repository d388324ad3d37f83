// Browsers start no worker in a page that is opened from a folder, so that its search would fail.
// There this class takes the place of Worker: it runs the same script in a hidden frame.
if (location.protocol === "file:") {
  // As between a page and its worker, messages are copies, and come when all running code is done.
  const later = (data, deliver) => {
    const copy = new MessageEvent("message", { data: structuredClone(data) });
    setTimeout(() => deliver(copy));
  };

  window.Worker = class extends EventTarget {
    constructor(address) {
      super();
      this.waiting = [];
      this.frame = document.createElement("iframe");
      this.frame.hidden = true;
      document.body.append(this.frame);
      const inside = this.frame.contentWindow;
      inside.postMessage = (data) => later(data, (copy) => this.report(copy));
      const script = inside.document.createElement("script");
      script.src = new URL(address, document.baseURI);
      script.onload = () => {
        this.ready = true;
        this.waiting.splice(0).forEach((data) => this.send(data));
      };
      script.onerror = () => this.report(new ErrorEvent("error"));
      inside.document.head.append(script);
    }

    report(event) {
      this[`on${event.type}`]?.(event);
      this.dispatchEvent(event);
    }

    send(data) {
      later(data, (copy) => this.frame.contentWindow?.dispatchEvent(copy));
    }

    postMessage(data) {
      if (this.ready) this.send(data);
      else this.waiting.push(data);
    }

    terminate() {
      this.frame.remove();
    }
  };
}
