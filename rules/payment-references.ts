import { tenantFacts } from '#contract/core/tenants.ts'
import type { Prefix } from '#contract/core/values.ts'

/** What an order is called in the file for the bank, in its statement and on the client's: 'DP0000000123'. */
export const formatOrderReference = (prefix: Prefix, orderId: string): string =>
  `${tenantFacts[prefix].cvlLetter}P${orderId.padStart(10, '0')}`

/** What a batch is called there, where the bank books it as one: 'DB0000000012'. */
export const formatBatchReference = (prefix: Prefix, batchId: string): string =>
  `${tenantFacts[prefix].cvlLetter}B${batchId.padStart(10, '0')}`

const parseReferenceId = (prefix: Prefix, letter: string, text: string): string | undefined => {
  const [, digits] = new RegExp(`^${tenantFacts[prefix].cvlLetter}${letter}0*([1-9]\\d{0,17})$`).exec(text.trim()) ?? []
  return digits
}

/** As somebody types or pastes it: in small letters, in groups. */
export const normalizeReference = (text: string): string => text.replaceAll(/[\s-]/g, '').toUpperCase()

/** The order that a reference names; undefined where it is none of ours. */
export const parseOrderReference = (prefix: Prefix, text: string): string | undefined =>
  parseReferenceId(prefix, 'P', text)
/** The batch that a reference names; undefined where it is none of ours. */
export const parseBatchReference = (prefix: Prefix, text: string): string | undefined =>
  parseReferenceId(prefix, 'B', text)
