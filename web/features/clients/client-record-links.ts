import type { OperationBlockReason } from '#contract/clients/operation-eligibility.ts'

/** The parts of a client's page by their addresses. */
export const clientSections = {
  block: '#block',
  identity: '#identity',
  contact: '#contact',
  relation: '#relation',
  documents: '?panel=documents#records',
} as const

/** Where on the page stands what a reason is about, or where the missing paper is added. */
export const getReasonLink = (reason: OperationBlockReason): string => {
  if (reason.startsWith('block')) return clientSections.block
  if (reason.startsWith('lopd')) return clientSections.relation
  if (reason === 'dniExpired') return clientSections.identity
  return clientSections.documents
}
