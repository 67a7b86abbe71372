import type { SecretBox } from '#server/core/secret-box.ts'
import { type AuditMask, type AuditValues, maskAuditValues } from './mask-audit-values.ts'

/** Facts of the relationship are told; of what is personal the audit says that it changed. */
const clientMask: AuditMask = {
  unmasked: [
    'kind',
    'cvl',
    'country',
    'nationality',
    'taxResidence',
    'idioma',
    'channel',
    'riskLevel',
    'pep',
    'pepApproved',
    'fundsSource',
    'nextReviewOn',
    'identityKind',
    'dniValidUntil',
    'dniPermanent',
    'addressStatus',
    'manager',
    'partner',
    'advisor',
    'banker',
    'representatives',
    'owners',
    'guardians',
    'contactPeople',
  ],
  numbers: ['identityNumber'],
}

/** The purpose of the keys by which a masked value is recognised. */
export const clientAuditPurpose = 'client-audit'

/** Values of a client as the audit keeps them. */
export const toMaskedClientValues = (box: SecretBox, values: AuditValues): AuditValues =>
  maskAuditValues(box, clientMask, values)
