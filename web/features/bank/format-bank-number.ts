/** 'ES91 2100 …': in groups of four, as it is read out. */
export const groupDigitsByFour = (number: string): string => number.replace(/(.{4})(?=.)/g, '$1 ')
