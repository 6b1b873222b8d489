"""The context network: hashed words, their shapes and spaCy's word vectors, convolved over the words on either side.

It is spaCy's `Tok2Vec` with a softmax on top. The weights are kept in half precision, without the word vectors, which
belong to the model that the policy names (`ner.model`).
"""

from __future__ import annotations

from functools import cache
from importlib.resources import files
from io import BytesIO
from typing import TYPE_CHECKING, Any

import numpy as np

from redactory.detect.contexts.tokens import read
from redactory.errors import DetectionError

if TYPE_CHECKING:
    from collections.abc import Sequence

    from spacy.tokens import Doc
    from spacy.vocab import Vocab
    from thinc.api import Model

# what a token is part of: nothing, something technical, or a value of an entity
LABELS = ("", "keep", "PERSON", "USER", "EMAIL", "PHONE", "EMP_ID", "LOCATION", "IP", "HOSTNAME")
_WIDTH, _DEPTH, _PIECES = 64, 6, 2  # six words on either side
_ROWS = {"NORM": 5000, "PREFIX": 1000, "SUFFIX": 2500, "SHAPE": 2500}
WEIGHTS = "contexts.npz"


def build(vocab: Vocab) -> Model[Sequence[Doc], Any]:
    """The network with weights at random: documents in, for each the probabilities of `LABELS`, tokens x labels."""
    from spacy.ml.models.tok2vec import MaxoutWindowEncoder, MultiHashEmbed, build_Tok2Vec_model
    from thinc.api import Softmax, chain, with_array

    embed = MultiHashEmbed(_WIDTH, list(_ROWS), list(_ROWS.values()), include_static_vectors=True)
    encode = MaxoutWindowEncoder(_WIDTH, window_size=1, maxout_pieces=_PIECES, depth=_DEPTH)
    vectors: Any = build_Tok2Vec_model(embed, encode)
    network: Model[Sequence[Doc], Any] = chain(vectors, with_array(Softmax(nO=len(LABELS), nI=_WIDTH)))
    network.initialize(X=[read(vocab, "Call 4471.")])
    return network


def to_bytes(network: Model[Any, Any]) -> bytes:
    """The weights, node by node, as a compressed npz in half precision."""
    weights: dict[str, Any] = {
        f"{index}.{name}": np.asarray(node.get_param(name), dtype=np.float16)
        for index, node in enumerate(network.walk())
        for name in node.param_names
    }
    out = BytesIO()
    np.savez_compressed(out, allow_pickle=False, **weights)
    return out.getvalue()


def from_bytes(vocab: Vocab, data: bytes) -> Model[Sequence[Doc], Any]:
    """The network of `to_bytes`. Raises `DetectionError` where the weights are of another network."""
    network = build(vocab)
    try:
        with np.load(BytesIO(data), allow_pickle=False) as weights:
            for index, node in enumerate(network.walk()):
                for name in node.param_names:
                    value = weights[f"{index}.{name}"].astype(np.float32)
                    if value.shape != node.get_param(name).shape:
                        raise ValueError(name)
                    node.set_param(name, value)
    except (KeyError, ValueError, OSError):
        raise DetectionError(
            f"{WEIGHTS}: not the weights of this network: check the file out again, or train it again"
        ) from None
    return network


def _quick(network: Model[Any, Any]) -> Model[Any, Any]:
    """`network` with numpy's own product of matrices: more than twice as fast here as the one spaCy brings along."""
    from thinc.api import NumpyOps

    class Blas(NumpyOps):
        def gemm(self, x: Any, y: Any, out: Any = None, trans1: bool = False, trans2: bool = False) -> Any:
            return np.dot(x.T if trans1 else x, y.T if trans2 else y, out=out)

    ops = Blas()
    for node in network.walk():
        node.ops = ops
    return network


@cache
def shipped(vocab: Vocab) -> Model[Sequence[Doc], Any]:
    """The trained network that comes with the package; loaded once for each vocabulary."""
    try:
        data = (files("redactory.detect") / "data" / WEIGHTS).read_bytes()
    except OSError:
        raise DetectionError(f"{WEIGHTS} is missing: install the package again") from None
    return _quick(from_bytes(vocab, data))
