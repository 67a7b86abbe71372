import type { OperationBlockReason } from '#contract/clients/operation-eligibility.ts'

/** The parts of a client's page by their addresses. */
export const clientSections = {
  block: '#block',
  kyc: '#kyc',
  consents: '#consents',
  prevention: '#prevention',
  edit: '/editar',
  erasure: '#erasure',
} as const

/** Where it is mended, for who may: on the page, in the form of the data, or where the missing paper is added. */
export const getReasonLink = (reason: OperationBlockReason, mayEdit: boolean): string => {
  if (reason.startsWith('block')) return clientSections.block
  if (reason.startsWith('lopd')) return clientSections.consents
  if (reason === 'restricted') return clientSections.erasure
  if (reason === 'pepUnapproved') return clientSections.prevention
  if (reason === 'reviewOverdue' || reason === 'guardianMissing')
    return mayEdit ? clientSections.edit : clientSections.prevention
  return clientSections.kyc
}
