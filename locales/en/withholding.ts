export default {
  payer: {
    title: 'Payer',
    lead: 'It determines the rates applied and the forms filed.',
    label: 'Tax status of the firm',
    change: 'Change',
    confirmTitle: 'Change the firm’s tax status?',
    confirmText: 'From now on withholding tax follows the rules of “{{payer}}”. Earlier withholding does not change.',
  },
  payers: { any: 'Any', bank: 'Financial institution', other: 'Not a financial institution' },
  payees: { any: 'Any', person: 'Person', company: 'Company' },
  bases: { interest: 'On the interest', capital: 'On the capital, yearly' },
  regions: {
    any: 'Anywhere',
    EU: 'Another country of the European Union',
    ABROAD: 'Any other country',
    'PT-20': 'Azores',
    'PT-30': 'Madeira',
    country: 'A country…',
  },
  rates: {
    title: 'Withholding tax rates',
    lead: 'Each rate applies from its date until the next one for the same payer, holder and place. Where several match, the most specific one applies. Earlier withholding does not change.',
    none: 'There is no rate: no interest can be paid.',
    region: 'Residence',
    country: 'Country',
    countryHint: 'Two letters: FR, US…',
    payee: 'Holder',
    payer: 'Payer',
    validFrom: 'From',
    rate: 'Rate',
    rateHint: 'As a percentage. 0 is exempt.',
    basis: 'Basis',
    source: 'Rule',
    sourceHint: 'Law and article.',
    state: 'Status',
    states: { current: 'In force', coming: 'Upcoming', past: 'Past' },
    exempt: 'Exempt',
    add: 'Add rate',
    remove: 'Remove',
    removeNamed: 'Remove the rate of {{region}} from {{date}}',
    removeTitle: 'Remove this withholding tax rate?',
    removeText: 'The previous one applies again, if there is one. Earlier withholding does not change.',
    history: 'Show past ones',
  },
}

/** What lists of all features say of this one. */
export const words = {
  actions: {
    withholdingRate_set: 'Sets a withholding tax rate',
    withholdingRate_removed: 'Removes a withholding tax rate',
    withholding_payerSet: 'Changes the firm’s tax status',
  },
  entities: {
    withholdingRate: 'Withholding tax rate',
  },
  tasks: {
    withholding: 'Withholding tax',
  },
  changes: {
    rateSet: 'Set withholding tax at {{rate}}% from {{from}}: {{payee}}, {{region}}',
    rateRemoved: 'Remove the withholding tax of {{rate}}% from {{from}}: {{payee}}, {{region}}',
    payerSet: 'Tax status of the firm: {{payer}}',
    places: {
      any: 'anywhere',
      EU: 'another country of the European Union',
      ABROAD: 'any other country',
      'PT-20': 'Azores',
      'PT-30': 'Madeira',
    },
    payees: {
      any: 'any holder',
      person: 'people',
      company: 'companies',
    },
    payers: {
      bank: 'financial institution',
      other: 'not a financial institution',
    },
  },
  personalTables: {
    withholding_part: 'Withholdings',
  },
  refusals: {
    'withholding.noRule': 'No withholding tax is set up for a holder on that date. Add it in Settings.',
    'withholding.noHolder': 'The account has no holder with a share.',
  },
  changeFields: {
    region: 'Residence',
    payee: 'Holder',
    payer: 'Payer',
    basis: 'Basis',
  },
  changeValues: {
    financial: 'Financial institution',
    notFinancial: 'Not a financial institution',
    ofInterest: 'On the interest',
    ofCapital: 'On the capital, yearly',
  },
}
