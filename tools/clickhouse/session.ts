/** ClickHouse in this process. */

export { Session } from 'chdb'
