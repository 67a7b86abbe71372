export default {
  file: 'Extractos {{from}} {{to}}',
  title: 'Extractos de varias cuentas',
  lead: 'Un PDF por cuenta, en el idioma del cliente, en un archivo ZIP. Se incluyen las cuentas con movimientos en el periodo o con saldo al inicio.',
  manager: 'Gestor',
  anybody: 'Todos',
  anyFamily: 'Todas',
  from: 'Desde',
  to: 'Hasta',
  count_one: 'Se generará {{total}} extracto.',
  count_many: 'Se generarán {{total}} extractos.',
  count_other: 'Se generarán {{total}} extractos.',
  none: 'Ninguna cuenta tiene extracto en ese periodo.',
  tooLong_one: '{{total}} cuenta tiene más de 5.000 movimientos y no se incluye: expórtala a Excel desde su página.',
  tooLong_many:
    '{{total}} cuentas tienen más de 5.000 movimientos y no se incluyen: expórtalas a Excel desde su página.',
  tooLong_other:
    '{{total}} cuentas tienen más de 5.000 movimientos y no se incluyen: expórtalas a Excel desde su página.',
  submit: 'Preparar extractos',
}

/** What lists of all features say of this one. */
export const words = {
  screens: {
    statements: 'Extractos',
    statement: 'Extracto',
    receipts: 'Ingresos sin identificar',
    bankEntry: 'Apunte bancario',
    bankFile: 'Archivo del banco',
  },
  modules: {
    bt_Extractos: 'Extractos bancarios',
  },
  actions: {
    statement_uploaded: 'Sube un extracto bancario',
    bankAccount_added: 'Registra una cuenta bancaria de la entidad',
    receipt_assigned: 'Asigna un ingreso sin identificar',
    receipt_returning: 'Solicita devolver un ingreso',
    receipt_waiting: 'Anula la devolución de un ingreso',
    receipt_returned: 'Confirma la devolución de un ingreso',
    statements_exported: 'Exporta extractos',
    statement_exported: 'Exporta los apuntes de un extracto',
    receipts_exported: 'Exporta ingresos sin identificar',
  },
  entities: {
    bt_Extractos: 'Pantalla: Extractos bancarios',
    bankStatement: 'Extracto bancario',
    bankUpload: 'Archivo del banco',
    receipt: 'Apunte bancario',
    bankAccount: 'Cuenta bancaria de la entidad',
  },
  tasks: {
    receipt: 'Asignación de un ingreso sin identificar',
    statement: 'Extracto bancario',
  },
  changes: {
    statement_one: 'Contabilizar {{count}} apunte bancario (cuenta {{who}}), con entradas por {{amount}}',
    statement_many: 'Contabilizar {{count}} apuntes bancarios (cuenta {{who}}), con entradas por {{amount}}',
    statement_other: 'Contabilizar {{count}} apuntes bancarios (cuenta {{who}}), con entradas por {{amount}}',
    receipt: 'Asignar a la cuenta {{account}} un ingreso sin identificar de {{amount}} ({{who}})',
  },
  personalTables: {
    bank_entry: 'Apuntes del banco',
  },
  refusals: {
    'ledger.ofBank': 'Corresponde a un apunte bancario: gestiónalo en Ingresos.',
    'bankEntry.notOpen': 'El apunte ya está contabilizado, corresponde a un pago o está pendiente de aprobación.',
    'statement.otherCurrency': 'Esta cuenta bancaria no está en euros: no se compara con la contabilidad.',
    'statement.wrongFile': 'El archivo no es un extracto válido.',
    'statement.unknownAccount': 'Esa cuenta bancaria no es de la entidad.',
    'receipt.notWaiting': 'Este ingreso ya no está pendiente.',
    'receipt.notReturning': 'Este ingreso no está pendiente de devolver.',
    'receipt.notTheWayBack': 'Ese apunte no puede ser la devolución: su importe es distinto o ya está conciliado.',
    'receipt.otherPayer':
      'El ordenante no es titular de la cuenta indicada en el apunte: otra persona tiene que aprobar la asignación.',
    'receipt.backDated': 'La fecha valor del apunte es muy anterior: otra persona tiene que aprobar la asignación.',
  },
  auditFields: {
    fresh: 'Nuevos',
    bookedOn: 'Contabilizado el',
  },
  changeFields: {
    statementAccount: 'Cuenta del extracto',
    opening: 'Saldo inicial',
    closing: 'Saldo final',
    newAccount: 'Nueva cuenta bancaria de la entidad',
    previousClosing: 'Saldo final del extracto anterior',
    follows: 'Continúa el extracto anterior',
    lastDay: 'Fin del último extracto contabilizado',
    overlaps: 'Empieza antes del fin de ese extracto',
    oldPeriod: 'Con fechas muy anteriores a la subida',
    entries: 'Apuntes',
    incoming: 'Entradas',
    outgoing: 'Salidas',
  },
  changeValues: {
    backDated: 'Fecha valor muy anterior',
    overAgreed: 'Supera el importe acordado en la apertura',
    notProposed: 'El apunte se había identificado con otra cuenta',
    otherPayer: 'El ordenante no es titular de la cuenta',
    ownStatement: 'El extracto lo subió o aprobó la misma persona que lo asigna',
  },
}
