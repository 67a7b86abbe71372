import type es from '../es/errors.ts'
import type { Shape } from '../shape.ts'

export default {
  unexpected: {
    title: 'Unexpected Application Error!',
    text: 'Não foi possível abrir a página. Recarrega-a; se voltar a acontecer, avisa o suporte.',
  },
  noRoute: {
    title: 'Esta rota não existe',
    text: 'Não há nenhuma página em {{path}}.',
  },
  denied: {
    title: 'Acesso negado',
    text: 'O teu perfil não tem permissão para ver esta página. Se precisares dela, fala com o teu supervisor.',
  },
  noScreens: {
    title: 'Ainda não há nada para ver',
    text: 'O teu perfil não abre nenhuma página. Pede acesso ao teu supervisor.',
  },
  failed: {
    title: 'Não foi possível carregar',
    network: 'Sem ligação ao servidor. Verifica a tua rede e tenta novamente.',
  },
  status: {
    '401': 'Credenciais inválidas',
    '403': 'Acesso proibido',
    '404': 'Lamentamos! Não foi possível encontrar os dados que procuras',
  },
  codes: {
    'request.invalid': 'Algum dado não é válido. Verifica-o e tenta novamente.',
    'request.tooMany': 'Demasiados pedidos seguidos. Espera um momento.',
    'request.tooLarge': 'É demasiado longo. Encurta-o e tenta de novo.',
    'request.timeout': 'Os dados demoraram demasiado a chegar. Verifica a tua ligação e tenta de novo.',
    'request.headersTooLarge': 'O pedido tem um cabeçalho demasiado longo.',
    'session.changed': 'A sessão mudou noutro separador. A página recomeça.',
    maintenance: 'Estamos em manutenção.',
    'password.wrong': 'A palavra-passe não está correta.',
    'password.sameAsBefore': 'Escolhe uma palavra-passe diferente da que tinhas.',
    'password.tooCommon':
      'Essa palavra-passe é fácil de adivinhar. Escolhe várias palavras que não tenham que ver umas com as outras.',
    'password.ownWords': 'Essa palavra-passe leva o teu nome, o teu e-mail ou o da casa. Escolhe outras palavras.',
    'password.reset': 'Esta ligação já foi usada ou expirou. Pede outra.',
    'google.notConfigured': 'Aqui não se pode entrar com o Google. Usa a tua palavra-passe.',
    'signIn.tooMany': 'Demasiadas tentativas seguidas. Espera um momento e tenta de novo.',
    'secondFactor.tooMany': 'Demasiados códigos errados seguidos. Espera um momento e tenta de novo.',
    'secondFactor.wrong': 'O código não está certo ou já foi usado.',
    'secondFactor.none': 'Não há nenhum segundo fator para verificar. Começa de novo.',
    'secondFactor.needed': 'O teu perfil exige um segundo fator. Adiciona outro antes de remover este.',
    'secondFactor.missing':
      'Não tens segundo fator. Adiciona-o na tua área pessoal, em Segurança; serve para aprovar passadas 24 horas.',
    internal: 'Ocorreu um erro. Tenta novamente, por favor.',
    'database.unavailable': 'A base de dados não responde. Tenta dentro de alguns segundos.',
    'database.timeout':
      'A consulta demorou demasiado e foi interrompida. Restringe o que procuras ou tenta mais tarde.',
    'storage.full': 'Não há espaço no disco do servidor e nada foi guardado. Avisa o suporte e tenta mais tarde.',
    'server.busy': 'Há demasiados pedidos ao mesmo tempo. Tenta dentro de alguns segundos.',
  },
  home: 'Ir para o início',
} satisfies Shape<typeof es>
