export default {
  letter: {
    greeting: 'Caro(a) {{name}},',
    automatic: 'Mensagem automática: não é necessário responder.',
    contact: 'Se tiver alguma dúvida ou pretender fazer alguma alteração, contacte {{name}}: {{ways}}.',
    contactOffice: 'Se tiver alguma dúvida ou pretender fazer alguma alteração, contacte o seu balcão.',
  },
  fields: {
    account: 'Conta',
    product: 'Produto',
    amount: 'Montante',
    payAmount: 'Montante recebido',
    balance: 'Saldo atual',
    bookedOn: 'Data',
    valueDate: 'Data-valor',
    bankAccount: 'Conta de destino',
    expiresOn: 'Data de vencimento',
  },
  contribution: {
    subject: 'Recebemos a sua entrega',
    intro: 'Creditámos na sua conta o montante que nos enviou.',
  },
  payment: {
    subject: 'Enviámos-lhe um pagamento',
    intro: {
      withdrawal: 'Enviámos-lhe o montante do seu levantamento.',
      interest: 'Enviámos-lhe os juros da sua conta.',
      maturity: 'Enviámos-lhe o montante da sua conta, que venceu.',
      cancellation: 'Enviámos-lhe o montante da conta que mobilizou antecipadamente.',
      inheritance: 'Enviámos-lhe a sua parte de uma herança.',
    },
    arrives: 'Costuma chegar no prazo de um ou dois dias úteis.',
  },
  maturity: {
    subject: 'A sua conta {{account}} vence em {{date}}',
    intro: 'A sua conta {{account}} vence em {{date}}.',
    asked: 'De acordo com as suas instruções, nesse dia:',
    unasked: 'Não temos instruções suas para esse dia. Salvo indicação em contrário:',
    instructions: {
      pay_out: 'pagaremos o saldo e os juros na sua conta bancária.',
      renew_principal: 'renovaremos o capital pelo mesmo prazo, à TANB desse dia, e pagaremos os juros.',
      renew_all: 'renovaremos o capital e os juros pelo mesmo prazo, à TANB desse dia.',
      transfer: 'transferiremos o dinheiro para {{product}}.',
      transferAny: 'transferiremos o dinheiro para outro produto.',
    },
    until: 'Pode alterar a instrução até {{eve}}.',
  },
}
