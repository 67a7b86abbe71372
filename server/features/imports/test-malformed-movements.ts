import { formatMovementLine } from '#test/harness/berka-folder.ts'

/** What is wrong with a line of movements, the line after that of the movement 201, and what is told of it. */
export const malformedMovementCases: readonly [string, string, RegExp][] = [
  ['a field too few', '202;1;930105;"PRIJEM";"VKLAD";1.00;1.00;"";', /^9 fields instead of 10$/],
  ['a field too many', `${formatMovementLine({ id: 202 })};`, /^11 fields/],
  ['a day that is not', formatMovementLine({ id: 202, date: '930230' }), /^date is not a day of the calendar$/],
  ['a date in another form', formatMovementLine({ id: 202, date: '1993-01-05' }), /^date is not a date YYMMDD$/],
  ['an amount in words', formatMovementLine({ id: 202, amount: 'ten' }), /^amount is not an amount$/],
  ['an amount of three decimals', formatMovementLine({ id: 202, amount: '1.005' }), /^amount is not an amount$/],
  ['a negative amount', formatMovementLine({ id: 202, amount: '-1.00' }), /^amount is negative$/],
  ['a balance in words', formatMovementLine({ id: 202, balance: '1,5' }), /^balance is not an amount$/],
  ['an unknown type', formatMovementLine({ id: 202, type: 'PRIJMY' }), /^type is unknown$/],
  ['an unknown operation', formatMovementLine({ id: 202, operation: 'constructor' }), /^operation is unknown$/],
  ['an unknown k_symbol', formatMovementLine({ id: 202, symbol: 'X' }), /^k_symbol is unknown$/],
  ['an unknown account', formatMovementLine({ id: 202, account: 999 }), /^account 999 is unknown$/],
  ['an id that is no number', formatMovementLine({ id: 202 }).replace('202', '2x2'), /^trans_id is not a number/],
  ['quotes that do not pair', formatMovementLine({ id: 202 }).replace('"PRIJEM"', '"PRIJEM'), /^quotes don't pair$/],
  ['a quote in a bare word', formatMovementLine({ id: 202 }).replace('"PRIJEM"', 'PRIJEM"'), /^type is unknown$/],
  ['letters outside ASCII', formatMovementLine({ id: 202, operation: 'VKLÁD' }), /^characters outside/],
  ['a NUL', formatMovementLine({ id: 202, operation: 'VKLAD\0' }), /^characters outside/],
  ['a blank line inside', '', /^1 fields instead of 10$/],
  [
    'the same id with another amount',
    formatMovementLine({ id: 201, amount: '1.00' }),
    /^id 201 has other content in trans_9.asc line 2$/,
  ],
  [
    'an id of an earlier import with another amount',
    formatMovementLine({ id: 101, amount: '701.00' }),
    /^id 101 was imported before with other content$/,
  ],
]
