"""What texts do with products and with neither people nor towns: `locked out of Maya`, `keep Maya on app-07`."""

from __future__ import annotations

from redactory.detect.product_frames import NAME, NAMED, ONE, Spared, frames

_ON_DEVICE = r"on [A-Za-z]*[A-Za-z\d]*-[\w-]*\d"
OF_NO_TOWN = frames(
    NAMED,
    Spared.FULL_NAMES | Spared.UNHEARD,
    (
        rf"\b(?:[Cc]ould not|[Cc]ouldn't|[Cc]annot|[Cc]an't) (?:use|start|open|launch) "
        rf"{NAME} (?:{_ON_DEVICE}|because of [A-Z\d<])"
    ),
    (
        rf"\b(?:[Ll]ocked|[Ll]ogged|[Ss]igned|[Kk]icked|[Tt]hrown) out of "
        rf"{ONE}(?:[.,;:)\n]| (?:again|since|twice|after|every)\b|$)"
    ),
    (
        rf"\b(?:[Cc]an't|[Cc]annot|[Cc]an not) get (?:back )?into "
        rf"{ONE}(?:[.,;:)\n] ?(?:it|there|error)\b| (?:any ?more|since)\b)"
    ),
    rf"\b[Ss]ession list of {NAME}: [\w.<>\x{{fffc}}-]+ \(\d+ sessions?\)",
    rf"\b[Kk]eep {ONE} on (?:[a-z\d]+[.-])+[a-z]*\d",
    rf"\b[Rr]e-?(?:register|enrol)\w* \S+ (?:with|in) {NAME}(?:[.,;]| and\b)",
    rf"\bAnmeldung (?:an|bei) {ONE} (?:wiederholen|schl\x{{e4}}gt|geht|klappt|funktioniert|nicht)\b",
    (
        rf"\b(?:ouvrir|lancer|d\x{{e9}}marrer|abrir|iniciar|aprire|avviare) "
        rf"{ONE} (?:depuis|sur|desde|en|dal|sul|no|do) \pL"
    ),
    rf"{ONE} (?:frozen|crashed|hung|unresponsive) (?:again|since)\b",
)
