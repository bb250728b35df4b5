/**
 * All pinyin syllables (ü as v), each with the first character that has it in the Unicode pinyin collation. A character has the syllable of the last
 * entry that does not come after it.
 */
const syllables = [
  '吖a 哎ai 安an 肮ang 凹ao',
  '丷ba 紦bai 扳ban 邦bang 勹bao 卑bei 奔ben 獖beng 偪bi 边bian 灬biao 憋bie 汃bin 氞bing 癶bo 峬bu',
  '嚓ca 囃cai 参can 仓cang 撡cao 冊ce 嵾cen 曽ceng 叉cha 芆chai 辿chan 伥chang 抄chao 车che 抻chen 阷cheng 吃chi 充chong 抽chou 出chu 橻chuai 巛chuan 刅chuang 吹chui 旾chun 逴chuo 呲ci 匆cong 凑cou 粗cu 汆cuan 崔cui 乼cun 搓cuo',
  '咑da 呆dai 丹dan 当dang 刀dao 嘚de 灯deng 氐di 嗲dia 敁dian 刁diao 爹die 丁ding 丟diu 东dong 吺dou 厾du 耑duan 垖dui 吨dun 多duo',
  '妸e 诶ei 奀en 儿er',
  '发fa 帆fan 匚fang 飞fei 分fen 丰feng 覅fo 紑fou 夫fu',
  '旮ga 侅gai 甘gan 冈gang 皋gao 戈ge 给gei 根gen 刯geng 工gong 羾gou 估gu 瓜gua 乖guai 关guan 光guang 撗gui 丨gun 呙guo',
  '哈ha 咍hai 嚡han 夯hang 茠hao 诃he 黒hei 拫hen 亨heng 噷hong 齁hou 乎hu 花hua 怀huai 欢huan 巟huang 灰hui 昏hun 吙huo',
  '丌ji 加jia 戋jian 橺jiang 艽jiao 鵤jie 巾jin 坕jing 燝jiong 丩jiu 凥ju 爠juan 縳jue 军jun',
  '咔ka 开kai 刊kan 忼kang 尻kao 匼ke 肎ken 劥keng 空kong 抠kou 扝ku 夸kua 蒯kuai 宽kuan 匡kuang 亏kui 坤kun 扩kuo',
  '垃la 来lai 兰lan 啷lang 唥lao 仂le 雷lei 崚leng 哩li 俩lia 倆lian 良liang 撩liao 毟lie 拎lin 伶ling 溜liu 囖long 瞜lou 噜lu 驴lv 娈luan 掠lve 抡lun 啰luo',
  '妈ma 埋mai 嫚man 牤mang 猫mao 嚒me 癦mei 椚men 擝meng 咪mi 宀mian 喵miao 乜mie 民min 名ming 谬miu 摸mo 哞mou 毪mu',
  '拏na 腉nai 囡nan 囔nang 孬nao 疒ne 娞nei 恁nen 能neng 嗯ng 妮ni 拈nian 娘niang 鸟niao 捏nie 囜nin 宁ning 妞niu 农nong 羺nou 譳nu 女nv 奻nuan 疟nve 黁nuo',
  '喔o 讴ou',
  '妑pa 拍pai 眅pan 乓pang 抛pao 呸pei 喷pen 匉peng 丕pi 囨pian 剽piao 氕pie 姘pin 乒ping 钋po 剖pou 仆pu',
  '七qi 缼qia 千qian 呛qiang 悄qiao 苆qie 亲qin 靑qing 卭qiong 丘qiu 区qu 迲quan 炔que 夋qun',
  '呥ran 穣rang 娆rao 惹re 人ren 扔reng 日ri 戎rong 禸rou 邚ru 挼ruan 婑rui 瞤run 捼ruo',
  '仨sa 虄sai 三san 橵sang 掻sao 閪se 森sen 僧seng 杀sha 繌shai 山shan 伤shang 弰shao 奢she 谁shen 升sheng 尸shi 佦shou 书shu 刷shua 衰shuai 闩shuan 双shuang 脽shui 吮shun 说shuo 厶si 忪song 凁sou 苏su 狻suan 夊sui 孙sun 唆suo',
  '他ta 咜tai 坍tan 汤tang 夲tao 忑te 熥teng 剔ti 趯tian 旫tiao 帖tie 厅ting 囲tong 偷tou 綉tu 湍tuan 推tui 吞tun 乇tuo',
  '屲wa 瓲wai 夞wan 尢wang 危wei 昷wen 翁weng 挝wo 乌wu',
  '夕xi 呷xia 仙xian 乡xiang 灱xiao 些xie 心xin 星xing 凶xiong 夐xiu 吁xu 吅xuan 疶xue 坃xun',
  '丫ya 乛yan 央yang 羪yao 鑰ye 一yi 囙yin 应ying 哟yo 佣yong 优you 込yu 囦yuan 曰yue 晕yun',
  '帀za 災zai 兂zan 匨zang 傮zao 则ze 贼zei 怎zen 囎zeng 扎zha 夈zhai 枬zhan 张zhang 佋zhao 蜇zhe 贞zhen 凧zheng 之zhi 中zhong 州zhou 朱zhu 抓zhua 跩zhuai 专zhuan 妆zhuang 隹zhui 宒zhun 拙zhuo 乲zi 宗zong 邹zou 租zu 钻zuan 厜zui 穝zun 嘬zuo',
]
  .join(' ')
  .split(' ')
  .map((entry) => ({ first: entry.slice(0, 1), syllable: entry.slice(1) }))

const order = new Intl.Collator('zh-Hans-u-co-pinyin')
const isIdeograph = /^[\u4E00-\u9FFF]$/

/** Returns the most usual syllable of a Chinese character; any other character in lower case. */
function syllableOf(character: string): string {
  if (!isIdeograph.test(character)) return character.toLowerCase()
  let [low, high] = [0, syllables.length]
  while (low < high) {
    const middle = (low + high) >> 1
    if (order.compare(syllables[middle]?.first ?? '', character) <= 0) low = middle + 1
    else high = middle
  }
  return syllables[low - 1]?.syllable ?? ''
}

/** Yields every Chinese character with its syllable. */
export function* pinyinTable(): Generator<readonly [character: string, syllable: string]> {
  for (let code = 0x4e00; code <= 0x9fff; code++) {
    const character = String.fromCodePoint(code)
    yield [character, syllableOf(character)]
  }
}

/** Start and end of a match in a name, in characters. */
export interface Span {
  from: number
  to: number
}

/** Whether a text may be pinyin: at least two letters, with optional spaces and apostrophes between syllables. */
export function mayBePinyin(text: string): boolean {
  return /^[a-züÜ][a-züÜ' ]*[a-züÜ]$/i.test(text.trim())
}

/** Reduces pinyin input to the letters used in syllables. */
export function lettersOf(text: string): string {
  return text.toLowerCase().replaceAll('ü', 'v').replaceAll(/[' ]/g, '')
}

/**
 * Creates a function that finds names by pinyin: whole syllables, their beginnings, initials, or a mix: `ximeng`, `xim`, `xm`. It caches syllables by
 * character.
 * @returns a function that returns the first match, or null
 */
export function createPinyinFinder(): (name: string, text: string) => Span | null {
  const cachedSyllables = new Map<string, string>()
  const read = (character: string): string => {
    const found = cachedSyllables.get(character) ?? syllableOf(character)
    cachedSyllables.set(character, found)
    return found
  }
  /** Returns the index after the characters that spell a text, starting at an index; null when they do not spell it. */
  const spell = (characters: readonly string[], at: number, text: string): number | null => {
    if (text === '') return at
    const character = characters[at]
    if (character === undefined) return null
    const syllable = read(character)
    for (let length = Math.min(syllable.length, text.length); length > 0; length--) {
      if (!text.startsWith(syllable.slice(0, length))) continue
      const end = spell(characters, at + 1, text.slice(length))
      if (end !== null) return end
    }
    return null
  }
  return (name, text) => {
    if (!mayBePinyin(text)) return null
    const letters = lettersOf(text)
    const characters = Array.from(name)
    for (const [from, character] of characters.entries()) {
      if (!isIdeograph.test(character)) continue
      const to = spell(characters, from, letters)
      if (to !== null) return { from, to }
    }
    return null
  }
}
