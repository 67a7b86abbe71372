export default {
  file: 'Extractos {{from}} {{to}}',
  title: 'Extractos de muchas cuentas',
  lead: 'Un PDF por cuenta, en el idioma de su cliente, en un solo archivo ZIP. De las cuentas que se movieron en esos días o tenían saldo al empezar.',
  manager: 'Gestor',
  anybody: 'Todos',
  anyFamily: 'Todas',
  from: 'Desde',
  to: 'Hasta',
  count_one: 'Saldrá {{total}} extracto.',
  count_many: 'Saldrán {{total}} extractos.',
  count_other: 'Saldrán {{total}} extractos.',
  none: 'Ninguna cuenta tiene extracto en esos días.',
  tooLong_one: '{{total}} cuenta tiene más de 5.000 movimientos y queda fuera: sácala como Excel desde su página.',
  tooLong_many: '{{total}} cuentas tienen más de 5.000 movimientos y quedan fuera: sácalas como Excel desde su página.',
  tooLong_other:
    '{{total}} cuentas tienen más de 5.000 movimientos y quedan fuera: sácalas como Excel desde su página.',
  submit: 'Preparar los extractos',
}

/** What lists of all features say of this one. */
export const words = {
  screens: {
    statements: 'Extractos',
    statement: 'Extracto',
    receipts: 'Ingresos sin identificar',
    bankEntry: 'Apunte del banco',
    bankFile: 'Fichero del banco',
  },
  modules: {
    bt_Extractos: 'Extractos bancarios',
  },
  actions: {
    statement_uploaded: 'Sube un extracto bancario',
    bankAccount_added: 'Da por propia una cuenta bancaria',
    receipt_assigned: 'Asigna un ingreso sin identificar',
    receipt_returning: 'Pide devolver un ingreso',
    receipt_waiting: 'Deja de devolver un ingreso',
    receipt_returned: 'Da por devuelto un ingreso',
    statements_exported: 'Exporta extractos',
    statement_exported: 'Exporta los apuntes de un extracto',
    receipts_exported: 'Exporta ingresos sin identificar',
  },
  entities: {
    bt_Extractos: 'Pantalla: Extractos bancarios',
    bankStatement: 'Extracto bancario',
    receipt: 'Apunte del banco',
    bankAccount: 'Cuenta bancaria de la firma',
  },
  tasks: {
    receipt: 'Asignación de un ingreso sin identificar',
    statement: 'Extracto del banco',
  },
  changes: {
    statement_one: 'Contabilizar {{count}} apunte del banco (cuenta {{who}}), con entradas de {{amount}}',
    statement_many: 'Contabilizar {{count}} apuntes del banco (cuenta {{who}}), con entradas de {{amount}}',
    statement_other: 'Contabilizar {{count}} apuntes del banco (cuenta {{who}}), con entradas de {{amount}}',
    receipt: 'Asignar {{amount}} sin identificar a la cuenta {{account}} ({{who}})',
  },
}
