export default {
  letter: {
    greeting: 'Olá, {{name}}:',
    automatic: 'Esta mensagem é enviada de forma automática; não é preciso responder.',
    contact: 'Se algo não bate certo ou o quiseres mudar, fala com {{name}}: {{ways}}.',
    contactOffice: 'Se algo não bate certo ou o quiseres mudar, fala com a tua agência.',
  },
  fields: {
    account: 'Conta',
    product: 'Produto',
    amount: 'Montante',
    payAmount: 'Recebes',
    balance: 'Saldo de hoje',
    bookedOn: 'Data',
    valueDate: 'Rende juros desde',
    bankAccount: 'Conta de destino',
    expiresOn: 'Vence em',
  },
  contribution: {
    subject: 'Recebemos a tua entrega',
    intro: 'Creditámos na tua conta o dinheiro que nos enviaste.',
  },
  payment: {
    subject: 'Enviámos-te um pagamento',
    intro: {
      withdrawal: 'Enviámos-te o dinheiro que levantaste.',
      interest: 'Enviámos-te os juros da tua conta.',
      maturity: 'Enviámos-te o dinheiro da tua conta, que venceu.',
      cancellation: 'Enviámos-te o dinheiro da conta que cancelaste.',
    },
    arrives: 'Costuma chegar em um ou dois dias úteis.',
  },
  maturity: {
    subject: 'A tua conta {{account}} vence em {{date}}',
    intro: 'Em {{date}} vence a tua conta {{account}}.',
    asked: 'Pediste-nos que nesse dia façamos isto:',
    unasked: 'Não nos disseste o que fazer nesse dia. Se não nos disseres outra coisa:',
    instructions: {
      pay_out: 'pagamos-te o saldo e os juros na tua conta bancária.',
      renew_principal: 'renovamos o capital pelo mesmo prazo, à taxa desse dia, e pagamos-te os juros.',
      renew_all: 'renovamos o capital e os juros pelo mesmo prazo, à taxa desse dia.',
      transfer: 'passamos o dinheiro para {{product}}.',
      transferAny: 'passamos o dinheiro para outro produto.',
    },
    until: 'Podes mudá-lo até {{eve}}.',
  },
}
