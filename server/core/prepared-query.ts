import pg, {
  type ClientBase,
  type CustomTypesConfig,
  type Pool,
  type QueryConfig,
  type QueryResultRow,
  type Submittable,
} from 'pg'

/** Of the driver's connection, what is needed here. Its types leave it out. */
type DriverConnection = { describe: () => void }
type ColumnDescription = { name: string; dataTypeID: number; format: string }
type PreparedResult = { rows: QueryResultRow[] }
type QueryCallback = (error: Error | null, result?: PreparedResult) => void

/** Of the driver's own query, what this one changes or calls. */
const DriverQuery = pg.Query as unknown as new (
  config: QueryConfig,
) => Submittable & {
  readonly text: string
  readonly name: string
  callback: QueryCallback | undefined
  prepare(connection: DriverConnection): void
  handleRowDescription(message: { fields: ColumnDescription[] }): void
  handleDataRow(message: { fields: (string | null)[] }): void
  handleCommandComplete(): void
  handleReadyForQuery(connection: DriverConnection): void
  handleError(error: unknown, connection: DriverConnection): void
}

/** How a row is read: the key of each column, and what makes a value of its text. */
type RowShape = { keys: string[]; parsers: ((text: string) => unknown)[] }
/** What is known of a connection: the shapes of the statements that were described on it, and itself without the wish to describe one. */
type ConnectionMemory = { shapes: Map<string, RowShape>; undescribed: DriverConnection }

const memoryByConnection = new WeakMap<DriverConnection, ConnectionMemory>()

const recallConnection = (connection: DriverConnection): ConnectionMemory => {
  let memory = memoryByConnection.get(connection)
  if (!memory) {
    const undescribed = Object.create(connection) as DriverConnection
    undescribed.describe = () => {}
    memory = { shapes: new Map(), undescribed }
    memoryByConnection.set(connection, memory)
  }
  return memory
}

/** How columns are read: their text by type, and their names as the rows have them. */
type ColumnReading = Pick<CustomTypesConfig, 'getTypeParser'> & { toKey: (column: string) => string }

/**
 * A statement that is prepared under its name, for whoever sends it often. PostgreSQL describes its rows once a connection and not at each call: it
 * refuses a prepared statement whose rows have changed. Each row is read once, with the keys under which it is handed over.
 */
export class PreparedQuery extends DriverQuery {
  readonly #reading: ColumnReading
  readonly #rows: QueryResultRow[] = []
  #shape: RowShape | undefined
  #memory: ConnectionMemory | undefined
  #unreadable: unknown

  constructor(name: string, text: string, values: unknown[], reading: ColumnReading) {
    super({ name, text, values })
    this.#reading = reading
  }

  override prepare(connection: DriverConnection): void {
    this.#memory = recallConnection(connection)
    this.#shape = this.#memory.shapes.get(this.name)
    super.prepare(this.#shape ? this.#memory.undescribed : connection)
  }

  override handleRowDescription({ fields }: { fields: ColumnDescription[] }): void {
    const { toKey, getTypeParser } = this.#reading
    this.#shape = {
      keys: fields.map(({ name }) => toKey(name)),
      parsers: fields.map(({ dataTypeID }) => getTypeParser(dataTypeID, 'text') as (text: string) => unknown),
    }
    this.#memory?.shapes.set(this.name, this.#shape)
  }

  override handleDataRow({ fields }: { fields: (string | null)[] }): void {
    const { keys, parsers } = this.#shape!
    const row: QueryResultRow = {}
    try {
      for (let n = 0; n < keys.length; n++) {
        const text = fields[n]!
        row[keys[n]!] = text === null ? null : parsers[n]!(text)
      }
      this.#rows.push(row)
    } catch (error) {
      this.#unreadable ??= error
    }
  }

  override handleCommandComplete(): void {}

  override handleReadyForQuery(connection: DriverConnection): void {
    if (this.#unreadable) this.handleError(this.#unreadable, connection)
    else this.callback?.(null, { rows: this.#rows })
  }
}

/** On any connection of the pool. */
export const sendPreparedTo = async (pool: Pool, query: PreparedQuery): Promise<QueryResultRow[]> =>
  (await (pool.query(query) as unknown as Promise<PreparedResult>)).rows

/** On this connection; a failure names who sent it. */
export const sendPreparedOn = (client: ClientBase, query: PreparedQuery): Promise<QueryResultRow[]> =>
  new Promise<QueryResultRow[]>((resolve, reject) => {
    query.callback = (error, result) => (error ? reject(error) : resolve(result!.rows))
    client.query(query)
  }).catch((error: Error) => {
    Error.captureStackTrace(error)
    throw error
  })

/**
 * On any connection of the pool, by the plan that serves all values. The setting ends with a transaction that travels with the statement, so that
 * nothing else on the connection meets it, whatever becomes of the statement.
 */
export const sendWithOnePlan = async (pool: Pool, query: PreparedQuery): Promise<QueryResultRow[]> => {
  const client = await pool.connect()
  let broken: Error | undefined
  try {
    const begun = client.query('begin read only; set local plan_cache_mode = force_generic_plan')
    const rows = sendPreparedOn(client, query)
    // After a statement that failed this takes back what there is to take back.
    const ended = client.query('commit').catch((error: Error) => {
      broken = error
      throw error
    })
    await Promise.allSettled([begun, rows, ended])
    await begun
    const read = await rows
    await ended
    return read
  } finally {
    client.release(broken)
  }
}
