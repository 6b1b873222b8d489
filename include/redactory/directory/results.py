"""LDAP result codes in words a directory's owner can act on (RFC 4511, section 4.1.9)."""

from __future__ import annotations

SUCCESS, REFERRAL = 0, 10
_WORDS = {
    1: "operationsError (on Active Directory: bind first)",
    2: "protocolError",
    3: "timeLimitExceeded: the server's time limit cut the search short; have it raised for this account",
    4: "sizeLimitExceeded: the server's size limit cut the search short; have it raised for this account",
    7: "authMethodNotSupported",
    8: "strongerAuthRequired: use ldaps:// or StartTLS",
    9: "partialResults",
    10: "referral: the base lies on another server, which was not asked; connect to that server instead",
    11: "adminLimitExceeded: an administrative limit cut the search short; page the search or have the limit raised",
    12: "unavailableCriticalExtension: the server cannot page its results",
    13: "confidentialityRequired: use ldaps:// or StartTLS",
    32: "noSuchObject: the base does not exist or this account may not see it",
    34: "invalidDNSyntax: the base or the bind DN is no DN",
    48: "inappropriateAuthentication",
    49: "invalidCredentials: the bind DN or its password is wrong, or the account is locked",
    50: "insufficientAccessRights: this account may not read the base",
    51: "busy: try again later",
    52: "unavailable: try again later",
    53: "unwillingToPerform",
    80: "other, an internal error of the server",
}


def describe_result(code: int) -> str:
    """`result 4, sizeLimitExceeded: ...` for a code; the number alone where it is not a known one."""
    return f"result {code}, {_WORDS[code]}" if code in _WORDS else f"result {code}"
