export default {
  file: 'Extratos {{from}} {{to}}',
  title: 'Extratos de muitas contas',
  lead: 'Um PDF por conta, na língua do seu cliente, num só ficheiro ZIP. Das contas que se moveram nesses dias ou tinham saldo no início.',
  manager: 'Gestor',
  anybody: 'Todos',
  anyFamily: 'Todas',
  from: 'Desde',
  to: 'Até',
  count_one: 'Sairá {{total}} extrato.',
  count_many: 'Sairão {{total}} extratos.',
  count_other: 'Sairão {{total}} extratos.',
  none: 'Nenhuma conta tem extrato nesses dias.',
  tooLong_one:
    '{{total}} conta tem mais de 5000 movimentos e fica de fora: extrai-a como Excel a partir da sua página.',
  tooLong_many:
    '{{total}} contas têm mais de 5000 movimentos e ficam de fora: extrai-as como Excel a partir das suas páginas.',
  tooLong_other:
    '{{total}} contas têm mais de 5000 movimentos e ficam de fora: extrai-as como Excel a partir das suas páginas.',
  submit: 'Preparar os extratos',
}
