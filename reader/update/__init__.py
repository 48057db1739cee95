"""New versions of the program beside the old, switched by one link. Standard library only: the installer runs it too.

    /opt/dice-reader/
        current → versions/0.2.0-5e8a9dd1     what the unit starts; switching is one rename
        versions/0.1.0-147ffee2/              a venv each, with where it came from and what was there before it
        versions/0.2.0-5e8a9dd1/

A version is made whole, looked at, and only then switched to. Whenever the plug is pulled, `current` is a whole one.
"""
