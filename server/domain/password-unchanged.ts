import type { PreparedStatements } from '#server/core/in-transaction.ts'

/**
 * True if the password that was checked is still the person's, and will be until the transaction ends. A check takes a while: who
 * sets another password meanwhile is waited for, or waits, so that nothing that the old one opened outlives it.
 */
export const isPasswordUnchanged = async (
  tx: PreparedStatements,
  userId: string,
  passwordHash: string,
): Promise<boolean> => {
  const held = await tx.queryPrepared(
    'password holds',
    'select from credential where user_id = $1 and password_hash = $2 for no key update',
    [userId, passwordHash],
  )
  return held.length === 1
}
