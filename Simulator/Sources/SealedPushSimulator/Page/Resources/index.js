const list = document.getElementById("phones")
const answer = await fetch("/api/phones")
const names = await answer.json()
document.getElementById("none").hidden = names.length > 0
for (const name of names) {
    const link = document.createElement("a")
    link.href = `/phones/${encodeURIComponent(name)}`
    link.textContent = name
    const item = document.createElement("li")
    item.append(link)
    list.append(item)
}
