import type { AuditValues } from './mask-audit-values.ts'

/** Kinds of document that are no abbreviation of their own have words. */
const kindWords: Record<string, string> = { passport: 'passport', other: 'otherDocument' }
/** The same values with the kind of document as people call it. */
export const toReadableKind = ({ identityKind, ...values }: AuditValues): AuditValues =>
  typeof identityKind === 'string'
    ? { identityKind: kindWords[identityKind] ?? identityKind.toUpperCase(), ...values }
    : { ...(identityKind === null && { identityKind }), ...values }
