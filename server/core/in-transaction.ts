import type { DatabaseAccess } from './tenancy.ts'

/** Prepared statements on one connection, inside its transaction. */
export type PreparedStatements = Pick<DatabaseAccess, 'queryPrepared'>

/** Runs the work in one transaction of the role. Whatever it throws takes all of it back. */
export const runInTransaction = async <T>(
  access: DatabaseAccess,
  work: (tx: PreparedStatements) => Promise<T>,
): Promise<T> => {
  const client = await access.pool.connect()
  let broken: Error | undefined
  try {
    await client.query('begin')
    const done = await work({
      queryPrepared: async (name, text, values) => (await client.query({ name, text, values })).rows,
    })
    await client.query('commit')
    return done
  } catch (error) {
    // A connection that can't even roll back is thrown away with what it was doing.
    await client.query('rollback').catch((reason: Error) => {
      broken = reason
    })
    throw error
  } finally {
    client.release(broken)
  }
}
