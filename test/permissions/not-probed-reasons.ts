/** Why no probe asks for what the ids of an endpoint name. */
export const handoverNotProbedReason = 'a handover follows its proposer, givers and receiver, which its own tests make'
export const firmWideNotProbedReason =
  'the bank speaks of the whole firm: whoever sees a part of it has no right to it, as the test of the statements asks'
export const maturityNotProbedReason =
  'accounts are looked for among those of visible clients; the test of the desk asks for others'
export const importNotProbedReason =
  'an import is its maker’s, or of whoever sees the whole firm: its own tests ask as others'
export const batchNotProbedReason =
  'a batch is of the whole firm, and there for whoever sees all of it: its own tests ask as others'
export const approvalNotProbedReason = 'a change is looked for among those that the caller made or may decide'
