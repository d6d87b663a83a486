"""The pose library: poses of a shared folder and of the document, as pictures to choose from."""
