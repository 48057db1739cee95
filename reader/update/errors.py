"""What can be wrong with an update.

RefusedError
└── UpdateError         nothing was changed, or it was put back; the sentence says which
"""

from reader.errors import RefusedError


class UpdateError(RefusedError):
    pass
