export default {
  payer: {
    title: 'Entidad pagadora',
    lead: 'Determina los porcentajes que se aplican y los modelos que se presentan.',
    label: 'Condición fiscal de la entidad',
    change: 'Cambiar',
    confirmTitle: '¿Cambiar la condición fiscal de la entidad?',
    confirmText:
      'Desde ahora la retención fiscal seguirá las reglas de «{{payer}}». Las retenciones anteriores no cambian.',
  },
  payers: { any: 'Cualquiera', bank: 'Entidad financiera', other: 'No financiera' },
  payees: { any: 'Cualquiera', person: 'Persona', company: 'Empresa' },
  bases: { interest: 'Sobre los intereses', capital: 'Sobre el capital, anual' },
  regions: {
    any: 'Cualquier lugar',
    EU: 'Otro país de la Unión Europea',
    ABROAD: 'Cualquier otro país',
    'PT-20': 'Azores',
    'PT-30': 'Madeira',
    country: 'Un país…',
  },
  rates: {
    title: 'Porcentajes de retención fiscal',
    lead: 'Cada porcentaje se aplica desde su fecha hasta la del siguiente del mismo pagador, titular y lugar. Si coinciden varios, se aplica el más específico. Las retenciones anteriores no cambian.',
    none: 'No hay ningún porcentaje: no se pueden abonar intereses.',
    region: 'Residencia',
    country: 'País',
    countryHint: 'Dos letras: FR, US…',
    payee: 'Titular',
    payer: 'Pagador',
    validFrom: 'Desde',
    rate: '% de retención',
    rateHint: 'En porcentaje. 0 es exento.',
    basis: 'Base',
    source: 'Norma',
    sourceHint: 'Ley y artículo.',
    state: 'Estado',
    states: { current: 'Vigente', coming: 'Futuro', past: 'Anterior' },
    exempt: 'Exento',
    add: 'Añadir porcentaje',
    remove: 'Quitar',
    removeNamed: 'Quitar el porcentaje de {{region}} desde el {{date}}',
    removeTitle: '¿Quitar este porcentaje de retención fiscal?',
    removeText: 'Volverá a aplicarse el anterior, si existe. Las retenciones anteriores no cambian.',
    history: 'Ver los anteriores',
  },
}

/** What lists of all features say of this one. */
export const words = {
  actions: {
    withholdingRate_set: 'Fija un porcentaje de retención fiscal',
    withholdingRate_removed: 'Quita un porcentaje de retención fiscal',
    withholding_payerSet: 'Cambia la condición fiscal de la entidad',
  },
  entities: {
    withholdingRate: 'Porcentaje de retención fiscal',
  },
  tasks: {
    withholding: 'Retención fiscal',
  },
  changes: {
    rateSet: 'Fijar la retención fiscal en el {{rate}} % desde el {{from}}: {{payee}}, {{region}}',
    rateRemoved: 'Quitar la retención fiscal del {{rate}} % desde el {{from}}: {{payee}}, {{region}}',
    payerSet: 'Condición fiscal de la entidad: {{payer}}',
    places: {
      any: 'cualquier lugar',
      EU: 'otro país de la Unión Europea',
      ABROAD: 'cualquier otro país',
      'PT-20': 'Azores',
      'PT-30': 'Madeira',
    },
    payees: {
      any: 'cualquier titular',
      person: 'personas',
      company: 'empresas',
    },
    payers: {
      bank: 'entidad financiera',
      other: 'no financiera',
    },
  },
  personalTables: {
    withholding_part: 'Retenciones',
  },
  refusals: {
    'withholding.noRule':
      'No hay ninguna retención fiscal configurada para un titular en esa fecha. Añádela en Ajustes.',
    'withholding.noHolder': 'La cuenta no tiene ningún titular con participación.',
  },
  changeFields: {
    region: 'Residencia',
    payee: 'Titular',
    payer: 'Pagador',
    basis: 'Base',
  },
  changeValues: {
    financial: 'Entidad financiera',
    notFinancial: 'No financiera',
    ofInterest: 'Sobre los intereses',
    ofCapital: 'Sobre el capital, anual',
  },
}
