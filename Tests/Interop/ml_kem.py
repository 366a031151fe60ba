"""ML-KEM-768 (FIPS 203) for the tests of enrolment, by the package cryptography, and one known pair and ciphertext.

A package without ML-KEM is enough for the known answers: then only the known pair and ciphertext are used.
"""

import base64

try:
    from cryptography.hazmat.primitives.asymmetric import mlkem
    mlkem.MLKEM768PrivateKey.from_seed_bytes(bytes(64))
except Exception:  # an older package, or one whose OpenSSL lacks it
    mlkem = None

MODULUS = 3329


def decode(text):
    return base64.urlsafe_b64decode(text + "=" * (-len(text) % 4))


SEED = decode("5SBFlcHnxskwiJwd2EypA2MSqvkWCKPWLQa227MNl6Ls9fYKUnb-FERkh2KWnKDcJkJRFQfP7LzcGePHb5VuGA")
PUBLIC = decode(
    "11VxelmlzepVmox3t9Zd13XPPWyhA3E1yERl9qtGEQiTRNYBX6A1XzEdY1MollYlyVF_G_nKTztXSfdnT7wFJ1ym-wxMNhedU2TLH4qf3-wWcuVs"
    "TmCgaeGiSnHM3MRbwFp0phLLBNiWFIaTAZzEkGlQngp1kfmVl1MV1vyOjEoobxHHySKxOysITmOriyVMj-Bv3XOaIFo1Q3E5nuJhE6Y6R9arD0ps"
    "jgAbJiibEUCurBJDbEG2QBIbdGkboDhlNuKVfAI_GNutiUdk1IvFq7s8S3E21BlFqUmLVdVAaZIEzJULheOedzIGB5pTOlM8jZFu48pY3Rg9hnwr"
    "X-htUmE2lXK6PZYyRMW2Xmcrs_fFObgyEbh8ugtC7LiczboYZFebhsGHzKqgWZxKRWJGXsa2wJmfb-DASiYggUF2PICaKec9iqsM3KcN6cg78wSg"
    "DvFSVuBimIqWSJsjc1Bo_uNwSBhoRQQL32I4NNuJAdofwdcGUVS9ztkg4JxdgVoU4Ekw5QdvWHpIrpO0_9Qfqjg4Z-jLszjEIUdLyEIGSOhD27M4"
    "59Cn_fCTJ3GWEJA6UwIoDdtdtJvCJKwxtMs8S8CZ0PIx_dMUTNodK_ycOiS_76tVCEgFnWWhqSKxYAugzcuf_xppjZQZGNiHDgpIhvOFEISJJzQY"
    "yIOCAOvNpXYRqxcNYuA5kLCPuruM3Yc2kNqgD2oRTYdRC-ZjAiPNaFtnP1GLJud4vpYr9sFVHxhC-Hitmamb0ocUv3ey0di5VuCkcMdbphJGyFeH"
    "CAExeVKAjhZTvdEF1Gx7hWNICdSDdJGPSpxNufEjmTlkGXUyIlRWd6qclffECtvGbXScuveFrbArM2CrQFtbtQGBdORq4Hxk8uhWWga6-CPN9wuV"
    "WEtMoJRISOUqmdySJ0UMd3c9vgRm7geVQ8pMzyoajIVjtUweUhzIc0QkveihpOULelleXXZcWPweobMaSwgyuHx0PahzQcQ_v2SC2vOMBsZtMyCl"
    "1GsnMQPNKqY1uVMj97yc3zfLoOnK6CaWcsU5eYMAZvq3s-o6p5knz1N26Ls-LxVvOnuLLtGQlXZkq1OVZMJu-eoOgEt8FnKxAeYjmYorqHKVBOqq"
    "CTljd5gl74sVXUU-VNs49WsHc2WXHlOvMfIVVxxb7qFpGxS5F7dEf-pm9yWyMbsN1IhtL0TPu_uLISHFGKx9evxn-DoXEhYUncVIg9wTD6JSj1Gz"
    "f7deDryL-3EkS5WqxhsrRQoMqiYsGfVF9mheOaUwn3VcQ9Qs6FkLQ4C-pbQzAIxV51GhgVUjLurNXLRkQKOnTwRWchKLaAgOIOSvJUeW9qarVfV3"
    "sEiW-lpV9boe6bx2JSiYsMASK3DLMhsckoa7l7IXs1oaS8E3aWQt7pEYaRE_RVpYPxyfV4TA1Xlng6S2ukl2uuSpMUjEgDwndcl_exxqBaQ6M2tC"
    "h8a_reMs38u5eWFDd1yAjfF6JTkK9diXAahYZWo40VFw0YpOWyWDWiqM7-BfRuR5j7dNjghpe2sQAQhbAJNXGa9y5EQzr0EBFD7X4dNBXC3keTS5"
    "1pMAeRKxkwk")
CIPHERTEXT = decode(
    "qllIwuDpfzRwD6aTgtQ6ngnhdEqXD6Q2F6--bgIZR2QwjxPt6ybgpXmBZnh6jTjkF8plgWUKQxX9Yd6IrkzhVpXazvVYlP5uqsfYOSNaCG8W87og"
    "MPLdXLrfFrmxgt8CSGqnZ8Y-Y2Woqicx48g8m2twgTrt80B7UpnE1ZcZxb4KVX7GnOx-zBA5bAX7BMuyhEmoft8N0qKbpQaKkfcokObIritlzH6D"
    "Q8zodOZJZg9Lv4Af1D7-aq8w5lX1hnSgx_t6TumtLbKrxS-gfexjTAx1HoS88PsD9T0kriYnry99h1mepgQfg1bSWlTgDdKCgvz2MYXO7seqQab-"
    "6z_ndu2rAWc5YDgW-Ke1__TNUvKCJtOTwPFplrsGFRiPACtqjizs_bWPdDmxR_MA97sSIgRa_h1auB4lm93CnqCbVz87nWj4Atm4-yQdJB3-rbaW"
    "L5kBhq_YlrKMR9wUpEWpsHsGqmDl_OWIoiKppCJ8DK-H5q3cqaxYqiTNvYw-qAV0UUmFq3u1y4P-_j1Ux45madv-HwUpdGQjhhbuGqOR6_29Ybr-"
    "4BFgAkw5cQF2N2BFNNLAdoeo8ADFZkQJh6k7PyHI2iGVU7bRLGhpdimbIfy766cJ30jRAAspOT4TX8NmwxKTlQqMtxTBHVh-3rZfBQ5L0g9K4PPb"
    "MejMNvLzx7AhEy3x0kg7Lh8Kmapq_HptcVMia3ipsixBIx1rCx9t8ZqEMxU9iO2s9a312H1FDzl6sEUjhoTmlXfuS_6tLRULWUq9HhGq01Xxl_ac"
    "Pl_zeo5NOgQq7PvTErLJ4dbgFc9sn82V6K9uvJmvenezCe1Cs_5X7OSwffITT9y-Uo_KfpyQjtaI5QoBfeMO8V5Lv0N1GsiFGf-obU5oUvmy1Ljy"
    "8yy15IWmIcIXipyU4bc0CXsoKyrAG1MCdpL5xG7MgumNo1lEzR_SpqamKok6nB_XGdl_amijYFRWkcRd8eX6fqmwyF5HpBOh9iTpMezFASPujuL_"
    "QNpwqhfSASsqTtCFLWaGRabMvZI8TP7jUWdZIjXK30J6BcPqXRahX-ItO2yH0-nZfHnj6Z_KU4bjTMmIthfjHMmD0pUtMHYB6OJbx7fXIrD5UGMw"
    "1o6wVlQdY1Qf-BfVfphyblnmt1r4pXsWxhCXhlO0EVKpfINlW9K0shNI9V3bWSBHgbuADRy78izjN_VCSZ4qQ7J2oQv7-4eGBZ9OS-QNXRveAtI0"
    "SV-fsEgszsvfjqveJLKApXaAqtlC3-NpkV9iybdSD90hUd4UHKsS1QhzdkPR4XYR1753fVw7_XCejzNpVJRWR_1WBSMj4aDje98sVHll06dRkt68"
    "LKPAvNvzMfiKqcTwvSqc0slCOksJrjDUJo0BIRipW5uu-Vb2m21ZFnsgyoWAZu0xqfvFceaE15MjLHucHjA-rDWL0XQQ2eZN0FtyXJnCas8")
SECRET = decode("UAi9bi3LZKfPuYL-abxSnGZagIoIdaqQKhngn1CVmi8")


def public(seed):
    """Returns the encapsulation key, 1184 bytes, of a seed d ‖ z of 64 bytes."""
    if mlkem is None and seed == SEED:
        return PUBLIC
    return mlkem.MLKEM768PrivateKey.from_seed_bytes(seed).public_key().public_bytes_raw()


def decapsulated(seed, ciphertext):
    if mlkem is None and (seed, ciphertext) == (SEED, CIPHERTEXT):
        return SECRET
    return mlkem.MLKEM768PrivateKey.from_seed_bytes(seed).decapsulate(ciphertext)


def encapsulated(public):
    """Returns a ciphertext and its secret."""
    if mlkem is None and public == PUBLIC:
        return CIPHERTEXT, SECRET
    secret, ciphertext = mlkem.MLKEM768PublicKey.from_public_bytes(public).encapsulate()
    return ciphertext, secret


def is_reduced(public):
    """Returns whether each of the 768 numbers of 12 bits is below the modulus (FIPS 203 section 7.2)."""
    bits = int.from_bytes(public[:1152], "little")
    return len(public) == 1184 and all(bits >> 12 * number & 0xFFF < MODULUS for number in range(768))
