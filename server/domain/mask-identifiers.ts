/** A bank account by its last four signs: what may stand in the audit, and be read by whoever doesn't work with it. */
export const maskAccountNumber = (number: string): string => `•••• ${number.slice(-4)}`

/** An e-mail, or another name, that belongs to nobody here, so that it can be told apart in the audit and not be used: 'a***@e***'. */
export const maskEmail = (email: string): string =>
  email
    .split('@')
    .map((part) => `${part.slice(0, 1)}***`)
    .join('@')

/** A name for whoever knows it already: 'Carla Firmante' is 'C. F.'. */
export const toInitials = (name: string): string =>
  name
    .split(/\s+/)
    .filter(Boolean)
    .map((word) => `${[...word][0]}.`)
    .join(' ')
