import type es from '../es/errors.ts'
import type { Shape } from '../shape.ts'

export default {
  unexpected: {
    title: 'Unexpected Application Error!',
    text: 'Não foi possível abrir a página. Recarregue-a e, se o problema continuar, avise o suporte.',
  },
  noRoute: {
    title: 'Esta rota não existe',
    text: 'Não há nenhuma página em {{path}}.',
  },
  denied: {
    title: 'Acesso negado',
    text: 'O seu perfil não tem permissão para ver esta página. Se precisar dela, fale com o seu supervisor.',
  },
  noScreens: {
    title: 'Não há páginas disponíveis',
    text: 'O seu perfil não dá acesso a nenhuma página.',
    hint: 'Peça acesso ao seu supervisor.',
  },
  failed: {
    title: 'Não foi possível carregar',
    network: 'Sem ligação ao servidor. Verifique a sua rede e tente novamente.',
  },
  status: {
    '401': 'Credenciais inválidas',
    '403': 'Acesso proibido',
    '404': 'Lamentamos! Não foi possível encontrar os dados que procura',
  },
  codes: {
    'request.invalid': 'Algum dado não é válido. Verifique-o e tente novamente.',
    'request.tooMany': 'Demasiados pedidos seguidos. Aguarde um momento.',
    'request.tooLarge': 'É demasiado longo. Encurte-o e tente de novo.',
    'request.timeout': 'Os dados demoraram demasiado a chegar. Verifique a sua ligação e tente de novo.',
    'request.headersTooLarge': 'O pedido é demasiado longo. Recarregue a página e tente de novo.',
    'session.changed': 'A sessão mudou noutro separador. A página será reiniciada.',
    maintenance: 'Estamos em manutenção.',
    'password.wrong': 'A palavra-passe não está correta.',
    'password.sameAsBefore': 'Escolha uma palavra-passe diferente da que tinha.',
    'password.tooCommon': 'Essa palavra-passe é fácil de adivinhar. Combine várias palavras sem relação entre si.',
    'password.ownWords':
      'A palavra-passe contém o seu nome, o seu e-mail ou o nome da empresa. Escolha outras palavras.',
    'password.reset': 'Esta ligação já foi usada ou expirou. Peça outra.',
    'google.notConfigured': 'O acesso com Google não está disponível. Use a sua palavra-passe.',
    'signIn.tooMany': 'Demasiadas tentativas seguidas. Aguarde um momento e tente de novo.',
    'secondFactor.tooMany': 'Demasiados códigos errados seguidos. Aguarde um momento e tente de novo.',
    'secondFactor.wrong': 'O código não está certo ou já foi usado.',
    'secondFactor.none': 'Não há nenhum segundo fator para verificar. Comece de novo.',
    'secondFactor.needed': 'O seu perfil exige um segundo fator. Adicione outro antes de remover este.',
    'secondFactor.missing':
      'Não tem um segundo fator. Ative-o na sua área pessoal, em Segurança. Poderá aprovar com ele passadas 24 horas.',
    'link.invalid': 'Esta ligação não é válida. Peça outra ao seu gestor.',
    'link.used': 'Esta ligação já foi usada.',
    'link.wrongCode': 'O código não está correto.',
    'link.codeExpired': 'Esse código já não é válido. Peça outro.',
    'link.accessOver': 'Passou demasiado tempo. Peça outro código.',
    'consent.notSigned': 'Esse consentimento não está assinado.',
    'consent.signerChanged': 'Quem ia assinar já não o pode fazer. Peça outra ligação ao seu gestor.',
    'consent.textChanged': 'O texto foi atualizado. Leia-o de novo antes de responder.',
    'infoForm.empty': 'Responda a pelo menos uma pergunta.',
    internal: 'Ocorreu um erro. Tente novamente, por favor.',
    'database.unavailable': 'O serviço não responde. Tente dentro de alguns segundos.',
    'database.timeout': 'A consulta demorou demasiado e foi cancelada. Restrinja a pesquisa ou tente mais tarde.',
    'storage.full': 'O servidor não tem espaço e nada foi guardado. Avise o suporte e tente mais tarde.',
    'server.busy': 'Há demasiados pedidos ao mesmo tempo. Tente dentro de alguns segundos.',
  },
  home: 'Ir para o início',
} satisfies Shape<typeof es>
