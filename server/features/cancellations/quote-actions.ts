import type { CancellationQuote } from '#contract/cancellations.ts'

type QuoteFacts = Pick<CancellationQuote, 'state' | 'approvalId'> & { isAccountActive: boolean }

/** What may be done with a quote: nothing once a second person was asked, or the account has ended. */
export const getQuoteActions = (
  { state, approvalId, isAccountActive }: QuoteFacts,
  mayEdit: boolean,
): Pick<CancellationQuote, 'mayExecute' | 'mayRetain'> => {
  const isFree = mayEdit && isAccountActive && approvalId === null
  return { mayExecute: isFree && state === 'open', mayRetain: isFree && (state === 'open' || state === 'expired') }
}
