"""`pnp completion`."""

from __future__ import annotations

import click
from click.shell_completion import get_completion_class

from pnp.cli.messages import exits_with_message
from pnp.cli.terminal import echo


@click.command("completion")
@click.argument("shell", type=click.Choice(["bash", "zsh", "fish"]))
@exits_with_message
def command(shell: str) -> int:
    """Print the script that completes commands, options and names of sets in a SHELL.

    Put one line into the file that your shell reads when it starts:

    \b
      ~/.bashrc                   eval "$(pnp completion bash)"
      ~/.zshrc                    eval "$(pnp completion zsh)"
      ~/.config/fish/config.fish  pnp completion fish | source
    """
    from pnp.cli import main

    maker = get_completion_class(shell)
    assert maker is not None
    echo(maker(main, {}, "pnp", "_PNP_COMPLETE").source())
    return 0
