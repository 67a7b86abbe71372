/** The bank's Czech codes, and what our people read instead. */

export const berkaOperationLabels: Record<string, string> = {
  '': '',
  VKLAD: 'Ingreso en efectivo',
  VYBER: 'Retirada en efectivo',
  'VYBER KARTOU': 'Retirada con tarjeta',
  'PREVOD Z UCTU': 'Transferencia recibida',
  'PREVOD NA UCET': 'Transferencia emitida',
}

/** What a movement or an order is for. Blank is none. */
export const berkaPurposeLabels: Record<string, string> = {
  '': '',
  POJISTNE: 'Seguro',
  SLUZBY: 'Comisión por extracto',
  UROK: 'Intereses',
  'SANKC. UROK': 'Interés de demora por saldo negativo',
  SIPO: 'Recibos del hogar',
  DUCHOD: 'Pensión',
  UVER: 'Cuota de préstamo',
  LEASING: 'Leasing',
}

/** 1 where the client's money grows. */
export const berkaDirectionSigns: Record<string, 1 | -1> = { PRIJEM: 1, VYDAJ: -1, VYBER: -1 }

/** The purpose says more than the direction; without one of these, money in is a contribution and money out a withdrawal. */
export const movementKindsByPurpose: Record<string, 'fee' | 'interest' | 'penalty'> = {
  SLUZBY: 'fee',
  UROK: 'interest',
  'SANKC. UROK': 'penalty',
}

/** How often the bank sent a statement. */
export const statementFrequencies = {
  'POPLATEK MESICNE': 'monthly',
  'POPLATEK TYDNE': 'weekly',
  'POPLATEK PO OBRATU': 'after each movement',
}

export const loanStatuses: Record<string, string> = { A: 'repaid', B: 'unpaid', C: 'running', D: 'overdue' }

export const cardTypeLabels: Record<string, string> = {
  junior: 'Tarjeta junior',
  classic: 'Tarjeta classic',
  gold: 'Tarjeta gold',
}

/** 'Transferencia recibida · Pensión · banco AB, cuenta 66487163' */
export const describeMovement = (operation: string, purpose: string, bank: string, partner: string): string =>
  [
    berkaOperationLabels[operation],
    berkaPurposeLabels[purpose],
    [bank && `banco ${bank}`, partner && `cuenta ${partner}`].filter(Boolean).join(', '),
  ]
    .filter(Boolean)
    .join(' · ')

/** 'BERKA-C00042' */
export const formatBerkaReference = (letter: 'C' | 'G' | 'S' | 'D', id: string): string =>
  `BERKA-${letter}${id.padStart(letter === 'C' ? 5 : 2, '0')}`

const inventedGivenNames = {
  women: 'Alena Blanka Dana Eva Hana Irena Jana Klára Lenka Marie Nora Olga Petra Renata Soňa Tereza Zuzana'.split(' '),
  men: 'Adam Bohumil David Emil František Hynek Ivan Jan Karel Ladislav Marek Ondřej Petr Radek Stanislav Tomáš Václav'.split(
    ' ',
  ),
}
const inventedSurnames = {
  women:
    'Adámková Bartošová Burešová Čapková Doležalová Fialová Hájková Holubová Jelínková Kopecká Králová Lišková Malá Marková Němcová Nováková Poláková Růžičková Sedláková Šimková Urbanová Veselá Zemanová'.split(
      ' ',
    ),
  men: 'Adámek Bartoš Bureš Čapek Doležal Fiala Hájek Holub Jelínek Kopecký Král Liška Malý Marek Němec Novák Polák Růžička Sedlák Šimek Urban Veselý Zeman'.split(
    ' ',
  ),
}

/** An invented colleague: the same number is always the same person. 17 and 23 share no factor, so that pairs repeat late. */
export const inventPersonName = (n: number): { name: string; surname: string } => {
  const group = n % 2 === 0 ? 'women' : 'men'
  return { name: inventedGivenNames[group][n % 17]!, surname: inventedSurnames[group][n % 23]! }
}
