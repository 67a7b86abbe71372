import type { Prefix } from '#contract/core/values.ts'
import type { FirmAccount } from '#contract/settings/payments.ts'

/** One payment as the file has it. */
export type PaymentFileLine = {
  reference: string
  name: string
  number: string
  amount: string
  /** What it is paid for, in the words of whoever gets it: stands on their statement, after the reference. */
  purpose: string
}

/** All that a file is made of: the same content gives the same bytes. */
export type PaymentFileContent = {
  prefix: Prefix
  /** What the bank calls the whole of it. */
  reference: string
  /** When it was written, 'YYYY-MM-DDThh:mm:ss' where the firm is. */
  writtenAt: string
  payOn: string
  firm: FirmAccount
  /** Of all its amounts. */
  currency: string
  lines: readonly PaymentFileLine[]
}

/** What all of them come to, exactly. */
export const sumPaymentLines = (lines: readonly PaymentFileLine[]): string => {
  const cents = lines.reduce((sum, { amount }) => sum + BigInt(amount.replace('.', '')), 0n)
  return `${cents / 100n}.${String(cents % 100n).padStart(2, '0')}`
}
