import type { SecretBox } from '#server/core/secret-box.ts'

export type AuditValues = Record<string, string | number | boolean | null | undefined>

/** Of a record's fields: what the audit may say as it is, and which numbers it tells by their last signs. */
export type AuditMask = { unmasked: readonly string[]; numbers: readonly string[] }

/**
 * Values as the audit keeps them. What is personal is masked; a fingerprint tells two apart without saying what they are, and
 * recognises one that somebody has before them.
 */
export const maskAuditValues = (box: SecretBox, { unmasked, numbers }: AuditMask, values: AuditValues): AuditValues =>
  Object.fromEntries(
    Object.entries(values).map(([field, value]) => {
      if (value === null || value === undefined || unmasked.includes(field)) return [field, value ?? null]
      const text = String(value)
      const shown = numbers.includes(field) ? `···· ${text.slice(-4)}` : '···'
      return [field, `${shown} #${box.fingerprint(text).slice(0, 12)}`]
    }),
  )
