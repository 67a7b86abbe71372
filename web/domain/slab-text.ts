import type { Formatters } from '#web/core/format.ts'

/** The amount from which a rate holds, as the server keeps it ('≥ 3000.00'), as it is written here; anything else as it is. */
export const formatSlabText = (format: Formatters, text: string): string =>
  text.startsWith('≥ ') ? text.replace(/\d+\.\d{2}/, (amount) => format.money(amount, { euros: true })) : text
