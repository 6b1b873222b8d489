"""The spaCy model behind Presidio's engine: loaded once a process, only the pipes that NER needs."""

from __future__ import annotations

import logging
from functools import cache
from importlib import import_module
from typing import Any

from redactory.errors import DetectionError

_PIPES_LEFT_OUT = ["tagger", "parser", "attribute_ruler", "lemmatizer", "senter"]


@cache
def engine(package: str, labels: tuple[tuple[str, str], ...]) -> Any:
    """A loaded Presidio `SpacyNlpEngine` over the model in `package`; `labels` maps its labels to entities.

    Nothing is downloaded. Raises `DetectionError` when the package or its model is missing.
    """
    from presidio_analyzer.nlp_engine import NerModelConfiguration, SpacyNlpEngine

    logging.getLogger("presidio-analyzer").setLevel(logging.ERROR)
    nlp = _load(package)
    names = nlp.get_pipe("ner").labels
    configuration = NerModelConfiguration(
        model_to_presidio_entity_mapping=dict(labels),
        labels_to_ignore=[label for label in names if label not in dict(labels)],
        default_score=0.85,
    )
    loaded: Any = SpacyNlpEngine(
        models=[{"lang_code": "en", "model_name": package}], ner_model_configuration=configuration
    )
    loaded.nlp = {"en": nlp}
    return loaded


def vocabulary(package: str) -> Any:
    """The vocabulary, with its word vectors, of the model in `package`. Raises `DetectionError` without it."""
    return _load(package).vocab


@cache
def _load(package: str) -> Any:
    import spacy

    try:
        module = import_module(package.replace("-", "_"))
        path = module.model_path() if hasattr(module, "model_path") else package.replace("-", "_")
        return spacy.load(path, exclude=_PIPES_LEFT_OUT)
    except (ImportError, OSError, AttributeError, ValueError):
        raise DetectionError(
            f"the NER model {package} cannot be loaded: install the versions of uv.lock, or switch NER off"
        ) from None
