/** File modes, set at creation so that they do not depend on the umask. */

/** Data that only the service's user may read: accounts, mails, calls. */
export const PRIVATE_FILE = 0o600
export const PRIVATE_DIRECTORY = 0o700

/** Unpacked bundled data, which is public but read-only for others. */
export const BUNDLED_FILE = 0o644

/** Output files of commands: the umask decides. */
export const USERS_FILE = 0o666
