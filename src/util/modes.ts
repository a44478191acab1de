/** The modes of what this program writes, whatever the umask of its user: said at every creation, so that nothing is ever wider. */

/** What is kept is its user's alone: accounts, mails, what callers have asked for. */
export const PRIVATE_FILE = 0o600
export const PRIVATE_DIRECTORY = 0o700

/** Bundled data unpacked beside the package: everybody has them, nobody else may change them. */
export const BUNDLED_FILE = 0o644

/** What a command writes where its user says: the umask decides. */
export const USERS_FILE = 0o666
