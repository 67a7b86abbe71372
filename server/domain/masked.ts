/** An e-mail, or another name, that belongs to nobody here, so that it can be told apart in the audit and not be used: 'a***@e***'. */
export const masked = (email: string): string =>
  email
    .split('@')
    .map((part) => `${part.slice(0, 1)}***`)
    .join('@')
