export default {
  payer: {
    title: 'Entidade pagadora',
    lead: 'Determina as taxas que se aplicam e os modelos que se entregam.',
    label: 'Estatuto fiscal da empresa',
    change: 'Alterar',
    confirmTitle: 'Alterar o estatuto fiscal da empresa?',
    confirmText:
      'A partir de agora a retenção na fonte segue as regras de «{{payer}}». As retenções anteriores não mudam.',
  },
  payers: { any: 'Qualquer', bank: 'Instituição financeira', other: 'Não financeira' },
  payees: { any: 'Qualquer', person: 'Pessoa', company: 'Empresa' },
  bases: { interest: 'Sobre os juros', capital: 'Sobre o capital, anual' },
  regions: {
    any: 'Qualquer lugar',
    EU: 'Outro país da União Europeia',
    ABROAD: 'Qualquer outro país',
    'PT-20': 'Açores',
    'PT-30': 'Madeira',
    country: 'Um país…',
  },
  rates: {
    title: 'Taxas de retenção na fonte',
    lead: 'Cada taxa aplica-se desde a sua data até à da seguinte do mesmo pagador, titular e lugar. Se coincidirem várias, aplica-se a mais específica. As retenções anteriores não mudam.',
    none: 'Não há nenhuma taxa: não se podem pagar juros.',
    region: 'Residência',
    country: 'País',
    countryHint: 'Duas letras: FR, US…',
    payee: 'Titular',
    payer: 'Pagador',
    validFrom: 'Desde',
    rate: 'Taxa',
    rateHint: 'Em percentagem. 0 é isento.',
    basis: 'Base',
    source: 'Norma',
    sourceHint: 'Lei e artigo.',
    state: 'Estado',
    states: { current: 'Em vigor', coming: 'Futura', past: 'Anterior' },
    exempt: 'Isento',
    add: 'Adicionar taxa',
    remove: 'Retirar',
    removeNamed: 'Retirar a taxa de {{region}} desde {{date}}',
    removeTitle: 'Retirar esta taxa de retenção na fonte?',
    removeText: 'Volta a aplicar-se a anterior, se existir. As retenções anteriores não mudam.',
    history: 'Ver as anteriores',
  },
}

/** What lists of all features say of this one. */
export const words = {
  actions: {
    withholdingRate_set: 'Define uma taxa de retenção na fonte',
    withholdingRate_removed: 'Retira uma taxa de retenção na fonte',
    withholding_payerSet: 'Altera o estatuto fiscal da empresa',
  },
  entities: {
    withholdingRate: 'Taxa de retenção na fonte',
  },
  tasks: {
    withholding: 'Retenção na fonte',
  },
  changes: {
    rateSet: 'Definir a retenção na fonte em {{rate}} % desde {{from}}: {{payee}}, {{region}}',
    rateRemoved: 'Retirar a retenção na fonte de {{rate}} % desde {{from}}: {{payee}}, {{region}}',
    payerSet: 'Estatuto fiscal da empresa: {{payer}}',
    places: {
      any: 'qualquer lugar',
      EU: 'outro país da União Europeia',
      ABROAD: 'qualquer outro país',
      'PT-20': 'Açores',
      'PT-30': 'Madeira',
    },
    payees: {
      any: 'qualquer titular',
      person: 'pessoas',
      company: 'empresas',
    },
    payers: {
      bank: 'instituição financeira',
      other: 'não financeira',
    },
  },
  personalTables: {
    withholding_part: 'Retenções',
  },
  refusals: {
    'withholding.noRule':
      'Não há nenhuma retenção na fonte definida para um titular nessa data. Adicione-a em Definições.',
    'withholding.noHolder': 'A conta não tem nenhum titular com participação.',
  },
  changeFields: {
    region: 'Residência',
    payee: 'Titular',
    payer: 'Pagador',
    basis: 'Base',
  },
  changeValues: {
    financial: 'Instituição financeira',
    notFinancial: 'Não financeira',
    ofInterest: 'Sobre os juros',
    ofCapital: 'Sobre o capital, anual',
  },
}
