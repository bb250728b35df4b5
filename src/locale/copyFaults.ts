import type { Language } from './languages.ts'

/** Wording that the copy guide rules out, and the better word. */
type Rule = readonly [pattern: RegExp, instead: string]

/** Rules of each language. Patterns see the text without the names of its arguments. */
const rules: Record<Language, readonly Rule[]> = {
  'en-US': [
    [/\btold\b/i, '“notified” or “sent”'],
    [/\b(?:somebody|anybody)\b/i, '“someone” or “anyone”'],
    [/\bnobody\b/i, '“no one”'],
    [/\beverybody\b/i, '“everyone”'],
    [/\bwhoever\b/i, 'the role or “anyone who”'],
    [/\bsuch\b(?! as)/i, 'the noun itself'],
    [/at the most|\bat most\b/i, '“up to”'],
    [/\bno more\b/i, '“no longer” or “anymore”'],
    [/\bfor good\b/i, '“permanently”'],
    [/\bat once\b/i, '“immediately” or “now”'],
    [/\b(?:is|are|was|were) to\b/i, 'a plain verb'],
    [/^(?:What|Who|Which) /i, 'a noun as the label'],
    [/^There (?:is|are) no\b/i, '“No …”'],
    [/, too\b/i, '“also”'],
    [/\bcould not\b/i, '“Can’t …” and what to do'],
    [/\b(?:is|are|was|were|do|does|did|can|has|have) not\b|\bcannot\b/i, 'a contraction, such as “isn’t” or “can’t”'],
    [/\bby itself\b/i, '“automatically”'],
    [/\bplease\b/i, 'the request without “please”'],
    [/\bsorry\b/i, 'what happened and what to do'],
    [/!$/, 'a full stop or nothing'],
    [/\} %/, 'the number and “%” without a space'],
    [/\bnoted\b/i, '“recorded”'],
    [/\bstate\b/i, '“status”'],
    [/acknowledgement/i, '“acknowledgment”'],
  ],
  'zh-CN': [
    [/！$/, '不用感叹号'],
    [/没有成功|未能加载/, '“X 失败”'],
    [/还没有/, '“暂无”或“尚未”'],
    [/……/, '“…”'],
    [/看清/, '“查看”'],
    [/出乎您的意料/, '“如非本人授权”'],
    [/\p{sc=Han}\{by\}|\{by\}\p{sc=Han}/u, '“{by}”前后各留一个空格'],
    [/动物/, '“牲畜”'],
    [/账户/, '“账号”'],
    [/保险单/, '“保单”'],
    [/查找/, '“搜索”'],
    [/可不填|都不填/, '“（选填）”或“留空则…”'],
    [/解押/, '“解除质押”'],
    [/转场/, '“移动”'],
    [/替换/, '“置换”'],
    [/更改/, '“修改”或“变更”'],
    [/合作伙伴/, '“合作机构”'],
    [/(?:发出|产生)[^。]*告警/, '“触发告警”'],
  ],
  'zh-TW': [
    [/！$/, '不用驚嘆號'],
    [/身份/, '「身分」'],
    [/尋找/, '「搜尋」'],
    [/大屏|黑屏/, '「大螢幕」或「無畫面」'],
    [/提交/, '「送出」'],
    [/帳戶/, '「帳號」'],
    [/審批/, '「審核」'],
    [/沒有成功|未能載入/, '「X 失敗」'],
    [/還沒有(?!帳號)/, '「尚無」或「尚未」'],
    [/……/, '「…」'],
    [/請重試/, '「請再試一次」'],
    [/動物/, '「牲畜」'],
    [/查看/, '「檢視」'],
    [/可不填|都不填/, '「（選填）」或「留空則…」'],
    [/佩戴/, '「配戴」'],
    [/被盜/, '「遭竊」'],
    [/資源回收桶/, '「資源回收筒」'],
    [/QR ?碼/, '「QR Code」'],
    [/解押/, '「解除質押」'],
    [/無需/, '「不需」'],
    [/(?:變更|配對|項圈|歷史|交班|封存|台帳)記錄/, '名詞用「紀錄」'],
    [/\p{sc=Han}\{by\}|\{by\}\p{sc=Han}/u, '「{by}」前後各留一個空格'],
  ],
  'pt-BR': [
    [/\bde novo\b/i, '“novamente”'],
    [/penhorad/i, '“em penhor”'],
    [/severidade/i, '“gravidade”'],
    [/\bpainel\b/i, '“telão” ou “monitor”'],
    [/linha de aviso/i, '“linha de alerta”'],
    [/(?<!telão )desconectad[oa]/i, '“sua sessão será encerrada”'],
    [/\broubo\b/i, '“furto”'],
    [/\bde vez\b/i, '“definitivamente”'],
    [/\bensai[oae]/i, '“simulação” ou “simular”'],
    [/\bevidências\b/i, '“provas”'],
    [/\bdispara/i, '“gera”'],
    [/\bsurge\b/i, '“gera um alerta”'],
    [/visões|\bvisão\b(?! (?:geral|ao vivo|para))/i, '“visualização”'],
    [/licença/i, '“permissão” ou “alvará de funcionamento”'],
    [/!$/, 'sem ponto de exclamação'],
  ],
}

/** Texts that the specification gives word for word: they stay as specified. */
const specified =
  /^(?:status\.\d{3}|result\.(?:forbidden|notFound)|fault\.network(?:Description)?|auth\.(?:emailRequired|repeatWrong)|register\.kindRequired)$/

/** Returns the texts of a language that break the copy guide, each with the better word. */
export function copyFaults(language: Language, words: Readonly<Record<string, string>>): string[] {
  return Object.entries(words).flatMap(([id, text]) => {
    if (specified.test(id)) return []
    // Other arguments' names, `{state, select, …}`, are not words of the text.
    const spoken = text.replaceAll(/\{(?!by[,}])\w+(?=[},])/g, '{')
    return rules[language].flatMap(([pattern, instead]) => {
      const found = pattern.exec(spoken)
      return found ? [`${id} says ${found[0]}, better ${instead}: ${text}`] : []
    })
  })
}
