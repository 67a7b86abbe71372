/** An IBAN as it is printed, in groups of four; a CLABE and other numbers as they are. */
export const formatBankNumber = (number: string): string =>
  /^[A-Z]/.test(number) ? number.replace(/.{4}(?=.)/g, '$& ') : number
