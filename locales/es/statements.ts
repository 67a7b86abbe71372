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
