"""What is done to accounts, what becomes of them, what they have: one list for all that ask, for RE2 and for `re`."""

from __future__ import annotations

# of accounts alone, whatever word they are
DONE_TO_ACCOUNTS = r"(?:unlocked|re-?enabled|reactivated|deactivated|deprovisioned|impersonated)"
# of accounts, and of much else
DONE_TO = (
    r"(?:(?:un)?lock|(?:re-?)?(?:en|dis)abl|exten[ds]|reset|block|suspend|(?:de-?|re-?)?activat|delet|remov|renew|"
    r"prolong|deprovision|(?:off|on)-?board|expir|revok|terminat|renam)(?:e?s|e?d|t?ing|e)?"
)
# behind the account: `jdoe is locked`, `jdoe added to`
BECAME = (
    r"(?:(?:is|was|gets?|got|has been|is still) )?(?:(?:un)?locked(?: out)?|(?:re-?)?enabled|disabled|blocked|"
    r"suspended|expired|(?:de|re-?)activated|deprovisioned|extended|denied|removed|deleted|added to|"
    "not (?:in|a member))"
)
# behind `jdoe's`
OWNED = (
    r"(?:(?:AD|user|domain|windows|mail) )?(?:account|mailbox|password|log-?[io]n|profile|sessions?|"
    r"home (?:folder|dir\w*)|group memberships?)"
)
